-- Records near one: what lies in a box around a place is found by an index, and measured one by one.
create function metres_between(
  lat1 double precision, lon1 double precision, lat2 double precision, lon2 double precision)
returns double precision language sql immutable parallel safe
-- The haversine formula on a sphere of the earth's mean radius. No strict: such a function is not put into its query.
return 2 * 6371008.8 * asin(sqrt(
  sin(radians(lat2 - lat1) / 2) * sin(radians(lat2 - lat1) / 2)
  + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lon2 - lon1) / 2) * sin(radians(lon2 - lon1) / 2)));
comment on function metres_between is 'Metres from one place to another over the ground, each given in degrees.';

create index property_position on property (lat, lon) where lat is not null;
