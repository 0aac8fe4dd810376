-- How many times each person has written something, counted in the transaction that writes: a replica that has the number
-- has the writing. Kept where a server reads on a replica, and empty elsewhere.
create table user_written (
  user_id bigint primary key,
  times bigint not null
);
comment on table user_written is 'How many times each person has written something';
comment on column user_written.user_id is 'Whose writing';
comment on column user_written.times is 'How many times';
alter table user_written enable row level security;
