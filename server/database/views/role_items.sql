-- Roles as the items of a list.

select id, title as name, true as active, id::text as code, version from role order by title
