-- What is needed to raise one alert for each silence of a camera or a hub. Requirement CAM-15; domain.md "Silence".
alter table agent
  -- Since when it has been heard without a break; null: not since this column exists.
  add column heard_since timestamptz(3),
  -- Which silence alerts were raised of: its last_active_at then.
  add column silence_raised_of timestamptz(3),
  -- When alerts were raised last, so that a hub that comes and goes does not raise them each time.
  add column silence_raised_at timestamptz(3);
alter table camera
  -- Pictures are expected since then, if not since the camera was made: it was switched on, put into service, given to
  -- another hub, or its inactive alert was switched on.
  add column watched_since timestamptz(3),
  -- Which silence an alert was raised of: when it began.
  add column silence_raised_of timestamptz(3);
-- Serves the search for silent cameras.
create index camera_with_inactive_alert on camera (tenant_id, agent_id) where is_inactive_alert_on and deregistered_at is null;

create function camera_watch_anew() returns trigger
language plpgsql as $$
begin
  new.watched_since := new.updated_at;
  new.silence_raised_of := null;
  return new;
end $$;
revoke execute on function camera_watch_anew() from public;
create trigger camera_watched_anew before update of is_enabled, is_active, is_inactive_alert_on, agent_id on camera
  for each row when ((old.is_enabled, old.is_active, old.is_inactive_alert_on, old.agent_id)
    is distinct from (new.is_enabled, new.is_active, new.is_inactive_alert_on, new.agent_id))
  execute function camera_watch_anew();

-- Silences of before raise nothing now. The fence holds for the owner too, who has no policy and would see no row.
alter table agent no force row level security;
alter table camera no force row level security;
update agent set silence_raised_of = last_active_at;
update camera set watched_since = now();
alter table agent force row level security;
alter table camera force row level security;
