// Compact shapes, and the machines on them.
//
// A shape of P parts a layer and L layers is two bit planes in one 64-bit word, cell (layer, column) at bit
// layer * P + column of each plane: the low plane in bits 0..31, the high plane in bits 32..63.
//
//     low high
//      0   0   empty        1   0   normal        0   1   pin        1   1   crystal
//
// Kinds and colours are left out: they do not decide what can be built. All layers and columns are worked on
// at once with shifts and masks. The rules are those of piecework/shapez/_physics.py, which is written cell
// by cell; the tests hold the two against each other.
//
// East is columns 0 .. P/2-1. An east half packs into a *half key* of P * L bits: its cells of the low plane,
// then those of the high plane. A west half has the key of the east half it becomes when turned half round.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace piecework::shapez {

using Shape = std::uint64_t;
using Plane = std::uint32_t;
using HalfKey = std::uint32_t;

inline Plane low(Shape shape) { return static_cast<Plane>(shape); }
inline Plane high(Shape shape) { return static_cast<Plane>(shape >> 32); }
inline Shape pack(Plane low, Plane high) { return static_cast<Shape>(high) << 32 | low; }
inline Shape both(Plane plane) { return pack(plane, plane); }

inline Plane occupied(Shape shape) { return low(shape) | high(shape); }
inline Plane crystals(Shape shape) { return low(shape) & high(shape); }
inline Plane normals(Shape shape) { return low(shape) & ~high(shape); }
inline Plane pins(Shape shape) { return high(shape) & ~low(shape); }

// Gathers the bits under the mask, and puts them back.
inline std::uint64_t gather_bits(std::uint64_t value, std::uint64_t mask) {
#if defined(__BMI2__)
    return _pext_u64(value, mask);
#else
    std::uint64_t result = 0;
    for (std::uint64_t bit = 1; mask != 0; mask &= mask - 1, bit <<= 1)
        if (value & mask & (~mask + 1)) result |= bit;
    return result;
#endif
}

inline std::uint64_t scatter_bits(std::uint64_t value, std::uint64_t mask) {
#if defined(__BMI2__)
    return _pdep_u64(value, mask);
#else
    std::uint64_t result = 0;
    for (std::uint64_t bit = 1; mask != 0; mask &= mask - 1, bit <<= 1)
        if (value & bit) result |= mask & (~mask + 1);
    return result;
#endif
}

// The size of the shapes, and every mask that follows from it.
struct Board {
    int parts;   // in a layer
    int layers;  // at most
    int half;    // parts / 2
    int cells;   // parts * layers, at most 30
    Plane ground;
    Plane all;
    Plane first_column;
    Plane top_layer;
    Shape first_column_both;
    Shape all_both;
    Shape ground_both;
    Shape east_both;
    Shape west_both;
    Plane east;
    Plane west;

    Board(int parts, int layers) : parts(parts), layers(layers), half(parts / 2), cells(parts * layers) {
        if (parts < 4 || parts > 10 || parts % 2 != 0 || layers < 1 || cells > 30)
            throw std::invalid_argument("no board of " + std::to_string(parts) + " parts and " +
                                        std::to_string(layers) + " layers");
        ground = (Plane{1} << parts) - 1;
        all = static_cast<Plane>((std::uint64_t{1} << cells) - 1);
        first_column = 0;
        for (int layer = 0; layer < layers; ++layer) first_column |= Plane{1} << (layer * parts);
        top_layer = ground << ((layers - 1) * parts);
        east = 0;
        for (int column = 0; column < half; ++column) east |= first_column << column;
        west = all & ~east;
        first_column_both = both(first_column);
        all_both = both(all);
        ground_both = both(ground);
        east_both = both(east);
        west_both = both(west);
    }

    int half_bits() const { return cells; }
    Plane column(int index) const { return first_column << index; }
    Plane layer(int index) const { return ground << (index * parts); }

    // ---- symmetries ----------------------------------------------------------------------------------

    // Turned clockwise by one part: column c goes to c + 1. Works on a plane and on both at once.
    Plane turn(Plane plane) const {
        return ((plane << 1) & ~first_column) | ((plane >> (parts - 1)) & first_column);
    }
    Plane turn_back(Plane plane) const {
        return ((plane >> 1) & ~column(parts - 1)) | ((plane & first_column) << (parts - 1));
    }
    Shape rotate(Shape shape) const {
        return ((shape << 1) & all_both & ~first_column_both) | ((shape >> (parts - 1)) & first_column_both);
    }
    Shape rotate(Shape shape, int steps) const {
        steps = ((steps % parts) + parts) % parts;
        if (steps == 0) return shape;
        const Shape kept = both(low_columns(parts - steps));
        return ((shape & kept) << steps) | ((shape & ~kept & all_both) >> (parts - steps));
    }
    Shape rotate_half(Shape shape) const { return (shape & east_both) << half | (shape & west_both) >> half; }
    // Column c goes to parts - 1 - c.
    Shape mirror(Shape shape) const {
        Shape result = 0;
        for (int column = 0; column < half; ++column) {
            const int other = parts - 1 - column;
            const int distance = other - column;
            result |= (shape & (first_column_both << column)) << distance;
            result |= (shape & (first_column_both << other)) >> distance;
        }
        return result;
    }
    // The least of all orientations, in the order of the packed words.
    Shape canonical(Shape shape) const {
        Shape least = shape;
        Shape mirrored = mirror(shape);
        for (int step = 0; step < parts; ++step) {
            if (shape < least) least = shape;
            if (mirrored < least) least = mirrored;
            shape = rotate(shape);
            mirrored = rotate(mirrored);
        }
        return least;
    }
    // How many of the 2 * parts motions leave the shape as it is.
    int stabilizer(Shape shape) const {
        int same = 0;
        Shape turned = shape;
        Shape mirrored = mirror(shape);
        for (int step = 0; step < parts; ++step) {
            same += (turned == shape) + (mirrored == shape);
            turned = rotate(turned);
            mirrored = rotate(mirrored);
        }
        return same;
    }

    // ---- halves --------------------------------------------------------------------------------------

    HalfKey east_key(Shape shape) const { return static_cast<HalfKey>(gather_bits(shape, east_both)); }
    HalfKey west_key(Shape shape) const { return static_cast<HalfKey>(gather_bits(shape, west_both)); }
    Shape from_key(HalfKey key) const { return scatter_bits(key, east_both); }
    Shape join(HalfKey east_half, HalfKey west_half) const {
        return scatter_bits(east_half, east_both) | scatter_bits(west_half, west_both);
    }
    // Mirrored and turned half round: an east half stays an east half, its columns in reverse order.
    Shape half_mirror(Shape east_half) const {
        Shape result = 0;
        for (int column = 0; column < half; ++column) {
            const int other = half - 1 - column;
            const Shape part = east_half & (first_column_both << column);
            result |= other >= column ? part << (other - column) : part >> (column - other);
        }
        return result;
    }
    HalfKey half_mirror_key(HalfKey key) const { return east_key(half_mirror(from_key(key))); }

    // ---- physics -------------------------------------------------------------------------------------

    Plane beside(Plane plane) const { return turn(plane) | turn_back(plane); }

    // What gravity leaves alone, grown from a set that is known to be supported.
    Plane supported(Shape shape, Plane known = 0) const {
        const Plane taken = occupied(shape);
        const Plane firm = low(shape);  // everything but pins
        const Plane crystal = crystals(shape);
        Plane held = (taken & ground) | known;
        for (;;) {
            Plane grown = held | ((held << parts) & taken);
            grown |= beside(grown & firm) & firm;
            grown |= ((grown & crystal) >> parts) & crystal;
            if (grown == held) return held;
            held = grown;
        }
    }

    // All crystals connected to the seeds, which may include other cells.
    Plane shattered(Plane crystal, Plane seeds) const {
        Plane reached = seeds & crystal;
        for (;;) {
            const Plane grown = (reached | beside(reached) | reached << parts | reached >> parts) & crystal;
            if (grown == reached) return reached;
            reached = grown;
        }
    }

    Shape settle(Shape shape) const {
        const Plane loose = occupied(shape) & ~supported(shape);
        return loose == 0 ? shape : fall(shape, loose);
    }

    // Lets the loose parts of a shape fall; loose crystals vanish.
    Shape fall(Shape shape, Plane loose) const {
        const Plane loose_normals = loose & normals(shape);
        const Plane loose_pins = loose & pins(shape);
        Plane kept_low = low(shape) & ~loose;
        Plane kept_high = high(shape) & ~loose;
        for (int layer = 1; layer < layers; ++layer) {
            Plane falling_pins = (loose_pins >> (layer * parts)) & ground;
            while (falling_pins != 0) {
                const Plane body = falling_pins & (~falling_pins + 1);
                falling_pins ^= body;
                kept_high |= body << (landing(body, layer, kept_low | kept_high) * parts);
            }
            Plane row = (loose_normals >> (layer * parts)) & ground;
            while (row != 0) {
                Plane body = row & (~row + 1);
                for (Plane grown = 0; grown != body;) {
                    grown = body;
                    body |= ring_beside(body) & row;
                }
                row ^= body;
                kept_low |= body << (landing(body, layer, kept_low | kept_high) * parts);
            }
        }
        return pack(kept_low, kept_high);
    }

    // ---- machines ------------------------------------------------------------------------------------

    // The crystals that a cut breaks, over the whole shape.
    Plane broken_by_cut(Shape shape) const {
        const Plane crystal = crystals(shape);
        const Plane right = crystal & (column(half - 1) | column(parts - 1));
        const Plane pairs = turn(right) & crystal;
        return pairs == 0 ? 0 : shattered(crystal, pairs | turn_back(pairs));
    }
    // The two settled halves, each where it was.
    struct Halves {
        Shape west;
        Shape east;
    };
    Halves cut(Shape shape) const {
        shape &= ~both(broken_by_cut(shape));
        return {settle(shape & west_both), settle(shape & east_both)};
    }
    Shape cut_east(Shape shape) const {
        shape &= ~both(broken_by_cut(shape));
        return settle(shape & east_both);
    }
    Shape swap(Shape first, Shape second) const { return cut_east(first) | cut(second).west; }

    Shape pin_push(Shape shape) const {
        const Plane feet = occupied(shape) & ground;
        const Plane crystal = crystals(shape);
        if (crystal & top_layer) shape &= ~both(shattered(crystal, crystal & top_layer));
        return settle(raised(shape) | pack(0, feet));
    }
    Shape raised(Shape shape) const { return (shape << parts) & all_both & ~ground_both; }

    // Highest occupied layer + 1 over the columns of a row of bits.
    int height(Plane taken, Plane row) const {
        int result = layers;
        while (result > 0 && ((taken >> ((result - 1) * parts)) & row) == 0) --result;
        return result;
    }
    // A connected row of normal parts, or one pin, dropped from above; unchanged when it does not fit.
    Shape stack_row(Shape shape, Plane row, bool pin) const {
        const int level = height(occupied(shape), row);
        if (level == layers) return shape;
        return shape | (static_cast<Shape>(row) << (level * parts + (pin ? 32 : 0)));
    }
    // The stacker. All crystals of the top break; then its arcs and pins land one by one, lowest first. A
    // body that finds no room blocks its columns, because what lies above it must stay above it.
    Shape stack(Shape bottom, Shape top) const {
        bottom = settle(bottom);
        Plane blocked = 0;
        const Plane top_normals = normals(top);
        const Plane top_pins = pins(top);
        for (int layer = 0; layer < layers; ++layer) {
            Plane single = (top_pins >> (layer * parts)) & ground;
            Plane row = (top_normals >> (layer * parts)) & ground;
            while (single | row) {
                const bool pin = single != 0;
                Plane body = pin ? single & (~single + 1) : row & (~row + 1);
                if (pin) {
                    single ^= body;
                } else {
                    for (Plane grown = 0; grown != body;) {
                        grown = body;
                        body |= ring_beside(body) & row;
                    }
                    row ^= body;
                }
                const Shape stacked = (blocked & body) ? bottom : stack_row(bottom, body, pin);
                if (stacked == bottom) blocked |= body;
                bottom = stacked;
            }
        }
        return bottom;
    }
    // Every gap and pin up to the highest layer becomes crystal.
    Shape crystal_generator(Shape shape) const {
        const int top = height(occupied(shape), ground);
        const Plane filled = static_cast<Plane>((std::uint64_t{1} << (top * parts)) - 1) & ~normals(shape);
        return shape | both(filled);
    }

    // The columns next to those of a row within its ring.
    Plane ring_beside(Plane row) const {
        return ((row << 1) | (row >> (parts - 1)) | (row >> 1) | (row << (parts - 1))) & ground;
    }

  private:
    Plane low_columns(int count) const {
        Plane result = 0;
        for (int index = 0; index < count; ++index) result |= first_column << index;
        return result;
    }
    int landing(Plane body, int layer, Plane taken) const {
        while (layer > 0 && ((body << ((layer - 1) * parts)) & taken) == 0) --layer;
        return layer;
    }
};

}  // namespace piecework::shapez
