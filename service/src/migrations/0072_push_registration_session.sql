-- A device that is signed out is told nothing any more. Requirements AUTH-17, AUTH-18.
alter table push_registration
  -- The session in which the device registered last, and with which the registration ends; null: not known.
  add column session_id uuid;
create index push_registration_of_session on push_registration (session_id) where session_id is not null;

create function push_registration_end() returns trigger
language plpgsql as $$
begin
  delete from push_registration where tenant_id = new.tenant_id and session_id = new.id;
  return null;
end $$;
revoke execute on function push_registration_end() from public;
create trigger push_registration_end after update of ended_at on session
  for each row when (new.ended_at is not null and old.ended_at is null)
  execute function push_registration_end();
