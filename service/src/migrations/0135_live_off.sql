-- Since when live streaming is on or off at a camera, a unit and a site: the live page says it. Null: since before this. LIVE-01.
alter table camera_app add column state_changed_at timestamptz(3);
alter table unit_app add column state_changed_at timestamptz(3);
alter table site_app add column state_changed_at timestamptz(3);
alter table tenant add column live_streaming_changed_at timestamptz(3);

create function mark_app_state_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.state is distinct from new.state then
    new.state_changed_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger camera_app_state_changed before insert or update of state on camera_app
  for each row execute function mark_app_state_change();
create trigger unit_app_state_changed before insert or update of state on unit_app
  for each row execute function mark_app_state_change();
create trigger site_app_state_changed before insert or update of state on site_app
  for each row execute function mark_app_state_change();

create function mark_live_streaming_change() returns trigger language plpgsql as $$
begin
  if old.is_live_streaming_enabled <> new.is_live_streaming_enabled then
    new.live_streaming_changed_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger tenant_live_streaming_changed before update of is_live_streaming_enabled on tenant
  for each row execute function mark_live_streaming_change();
