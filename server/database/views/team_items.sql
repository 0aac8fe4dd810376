-- Teams as the items of a list.

select id, name, true as active, id::text as code, version from team order by lower(name)
