-- A value that the master key sealed: another key does not open it, and the service then refuses to start. It is read
-- before any role is taken on, by the account that migrates.
create table key_check (
  is_only boolean primary key default true check (is_only),
  sealed  text not null
);
