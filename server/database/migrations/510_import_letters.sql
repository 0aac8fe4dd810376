-- What the letters of a file were read as, so that whoever finds a strange one in a record knows where it came from.

alter table import_file add column letters text check (letters in ('UTF-8', 'UTF-16', 'Windows-1252'));

comment on column import_file.letters is 'What its letters were read as; null for sales, which are ASCII, and for what was not read.';
