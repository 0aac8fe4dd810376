-- Cells of the map: the plane of Web Mercator is a square, at zoom z it has 2^z cells a side, counted from the west and from the
-- north. At zoom 15 a cell is about one kilometre wide in New South Wales (between 970 and 1,080 m), and each zoom halves it.

create function map_column(lon double precision, zoom integer) returns integer
language sql immutable parallel safe return floor((lon / 360 + 0.5) * (1 << zoom))::integer;

create function map_row(lat double precision, zoom integer) returns integer
language sql immutable parallel safe
return floor((0.5 - atanh(greatest(-0.9962720762, least(0.9962720762, sin(radians(lat))))) / (2 * pi())) * (1 << zoom))::integer;

comment on function map_column is 'The column of the cell of the map that a longitude lies in, at a zoom.';
comment on function map_row is 'The row of the cell of the map that a latitude lies in, at a zoom. The plane ends before the poles. Not of null.';

-- Getis and Ord (1995), with weights of 1: how far the sum of what lies near, itself included, is from what as many drawn at
-- random from all would come to, in standard deviations. Nothing where all are alike, or where all or none are near.
create function getis_ord(near_sum double precision, near_n bigint, all_mean double precision, all_variance double precision, all_n bigint)
returns double precision
language sql immutable parallel safe return (near_sum - near_n * all_mean)
    / sqrt(nullif(greatest(all_variance, 0) * near_n * (all_n - near_n) / nullif(all_n - 1, 0), 0));
comment on function getis_ord is 'Gi* of Getis and Ord with binary weights: a sum near by against the mean and variance (of n) of all, in standard deviations.';
