-- How long the code works by which a journey is taken to a telephone.
insert into setting_kind (group_code, posn, key, title, help, kind, unit, minimum, maximum, whole, default_number, by_region) values
('MOBL', 1, 'mobile.handover.hours', 'Codes of journeys work for', 'So long a journey can be taken to another device with its code.', 'number', 'hours', 1, 168, true, 24, false);
insert into setting (key) values ('mobile.handover.hours');
