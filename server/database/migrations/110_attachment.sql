-- Photos of a phone and files of a record are rows of one table: a photo that is given to a record is an attachment of it.
alter table photo rename to attachment;
alter index photo_of_user rename to attachment_of_user;
alter index photo_of_item rename to attachment_of_item;
alter table attachment drop constraint photo_type_check;
alter table attachment add constraint attachment_type_check
  check (type in ('image/jpeg', 'image/png', 'application/pdf'));
alter table attachment add column ticked boolean not null default false;
alter table attachment add column folder text;
alter table attachment add column posn integer;
update audit set table_name = 'attachment' where table_name = 'photo';
comment on table attachment is 'Pictures and PDFs that people have given: of a record, or of nobody but their owner yet';
comment on column attachment.ticked is 'Stands in the merged PDF and in downloads of what is ticked';
comment on column attachment.posn is 'Place among those of its record, from 1; those without come last, the oldest first';
