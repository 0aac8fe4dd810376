-- What stands in the way of the roll?
select posn, reason, n, page from roll_refusals()
