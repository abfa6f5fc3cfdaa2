namespace piecework {}
