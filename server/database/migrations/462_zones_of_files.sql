-- Zones that sales files name and the list did not hold: the Aerotropolis, Parramatta's centre, St Marys and the growth areas.
-- A list that somebody keeps gets them too; an empty one is filled from the seed.
insert into zone (code, name, category, legacy_letter, valid_to, cod_limit, default_risk)
select n.code, n.name, n.category, n.legacy_letter, n.valid_to::date, n.cod_limit, n.default_risk
from (values
  ('B8', 'Metropolitan Centre', 'Business', 'B', '2023-04-25', 15, '2-COMMERCE'),
  ('AGB', 'Agribusiness', 'Rural', 'R', '9999-12-31', 15, '3-RURAL'),
  ('ENT', 'Enterprise', 'Business', 'B', '9999-12-31', 15, '2-COMMERCE'),
  ('ENZ', 'Environment and Recreation', 'Environment', 'R', '9999-12-31', 15, '3-OTHER'),
  ('MU', 'Mixed Use', 'Business', 'B', '9999-12-31', 15, '2-COMMERCE'),
  ('UR', 'Urban', 'Residential', 'A', '9999-12-31', 10, '3-RESIDENT'),
  ('UD', 'Urban Development', 'Residential', 'A', '9999-12-31', 10, '3-RESIDENT')
) n (code, name, category, legacy_letter, valid_to, cod_limit, default_risk)
where exists (select from zone) and not exists (select from zone z where z.code = n.code);
