-- How long an objection to a redetermined rent may come.
insert into setting_kind (group_code, posn, key, title, help, kind, unit, minimum, maximum, whole, default_number, by_region) values
('CLND', 1, 'tenure.objection.days', 'Objections to a rent within', 'Days after the notice of a redetermined rent in which its holder may object.', 'number', 'days', 1, 366, true, 28, false);
insert into setting (key) values ('tenure.objection.days');
