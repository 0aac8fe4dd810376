-- Limits of the reports of components, benchmarks and concessions, which the office chose itself.
insert into setting_kind (group_code, posn, key, title, help, kind, unit, minimum, maximum, whole, default_number, by_region) values
('CMPR', 8, 'bm.secondary.tolerance', 'Secondary benchmarks within', 'Distance of a secondary benchmark from the factor of its component.', 'number', '%', 0, 100, false, 30, true),
('CMPR', 9, 'bm.least', 'Benchmarks of an unlike component', 'A component that is not homogeneous has at least so many benchmarks.', 'number', 'benchmarks', 1, 20, true, 2, true),
('CMPR', 10, 'concession.change', 'Concessions move with the value within', 'An allowance or concession whose share of the land value changed by more is flagged.', 'number', '%', 0, 100, false, 1, true),
('CMPR', 11, 'corr.slope.band', 'Values follow sales within', 'A component whose values rise faster or slower with its sales is flagged.', 'number', '%', 1, 100, false, 10, true),
('CMPR', 12, 'corr.fit', 'Values and sales fit from', 'A component of which less is explained is flagged.', 'number', '%', 1, 100, false, 50, true),
('CMPR', 13, 'corr.spread', 'Fit is judged from a spread of', 'Standard deviation of the logarithm of adjusted land values; like lots at like prices fit badly without fault.', 'number', null, 0, 5, false, 0.2, true),
('CMPR', 14, 'corr.alike.difference', 'Components alike within', 'Difference of the factors that their sales imply.', 'number', '%', 0, 100, false, 2, true),
('CMPR', 15, 'corr.alike.width', 'Alike up to an interval of', 'A wider 95 % interval of the implied factor says too little.', 'number', '%', 1, 100, false, 10, true);
insert into setting (key) select key from setting_kind
where key in ('bm.secondary.tolerance', 'bm.least', 'concession.change') or key like 'corr.%';
