-- uses: waiting_conflicts
select id, version, refused from waiting_conflicts order by id
