-- Who sends files of market data changes what they are about: the analyses become exported with their file.
insert into role_permission (role_id, perm)
select r.id, 'anlyU' from role r where r.name = 'office'
on conflict do nothing;
