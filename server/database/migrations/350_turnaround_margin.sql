-- How far beyond the contract's turnaround an average or a longest one is a warning; further it is bad.
insert into setting_kind (group_code, posn, key, title, help, kind, unit, minimum, maximum, whole, default_number, by_region) values
('SUPP', 20, 'supp.turnaround.margin', 'Turnaround warning within', 'A turnaround longer than the region''s target or maximum by no more than this is a warning in the scorecard, a longer one is bad.', 'number', '%', 0, 100, false, 10, true);
insert into setting (key) values ('supp.turnaround.margin');
