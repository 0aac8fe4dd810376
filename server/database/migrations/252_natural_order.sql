-- Numbers within a text are put in order as numbers: lot 2 before lot 10, house 9A before house 10. Of two texts that are
-- the same to a reader the characters decide, so that pages are stable.
create collation natural_order (provider = icu, locale = 'en-u-kn-true');
