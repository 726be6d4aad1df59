-- Alerts of cameras and hubs that fell silent stand beside those of apps, and alerts can be deleted and taken back.
-- Requirements ALERT-02, ALERT-04, ALERT-11, CAM-15.

alter table alert rename column app_code to activity;
alter table alert drop constraint alert_app_code_check;
alter table alert
  -- What happened: the app that concluded it, or which part of the watching fell silent.
  add constraint alert_activity check (
    activity in ('A001', 'A003', 'A004', 'A005', 'A006', 'camera-inactive', 'hub-offline')),
  -- Null for the alert of a hub.
  alter column camera_id drop not null,
  -- The hub that fell silent, and its name then. No key: the row stays when the hub goes.
  add column agent_id uuid,
  add column agent_name text,
  -- How many cameras of the alert's unit went dark with the hub.
  add column dark_cameras integer check (dark_cameras >= 0),
  -- Deleted by a person: in no list and no count, removed for good a little later, taken back until then.
  add column deleted_at timestamptz(3),
  -- Why it was judged so, in words.
  add column verdict_reason text check (length(verdict_reason) <= 300),
  add constraint alert_of_camera_or_hub check ((camera_id is null) = (activity = 'hub-offline')),
  add constraint alert_names_hub check ((camera_id is null) = (agent_id is not null and agent_name is not null));

alter table alert_step drop constraint alert_step_kind_check;
alter table alert_step
  add constraint alert_step_kind check (
    kind in ('seen', 'archived', 'unarchived', 'judged', 'deleted', 'restored', 'resent', 'reported')),
  add column verdict_reason text check (length(verdict_reason) <= 300);

-- The same indexes without what was deleted.
drop index alert_by_time, alert_by_camera, alert_by_arrival, alert_unanswered;
create index alert_by_time on alert (tenant_id, is_archived, occurred_at desc, id desc)
  include (unit_id, camera_id, severity, activity) where deleted_at is null;
create index alert_by_camera on alert (tenant_id, camera_id, is_archived, occurred_at desc, id desc)
  include (unit_id, severity, activity) where deleted_at is null;
create index alert_by_arrival on alert (tenant_id, created_at)
  include (is_archived, unit_id, camera_id, severity, activity) where deleted_at is null;
create index alert_unanswered on alert (tenant_id, severity, occurred_at desc) include (unit_id)
  where first_seen_at is null and not is_archived and deleted_at is null;
-- Serves the removal for good.
create index alert_deleted on alert (deleted_at) where deleted_at is not null;

-- Tallies count what is not deleted. An alert of a hub counts under the camera with the zero uuid.
alter table alert_tally rename column app_code to activity;
alter table alert_camera_tally rename column app_code to activity;

create or replace function alert_tally_count() returns trigger
language plpgsql as $$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into alert_tally as t (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, site_day(a.occurred_at, s.timezone), site_day(a.created_at, s.timezone),
      coalesce(a.unit_id, uuid_nil()), a.severity, a.activity, a.is_archived, sign * count(*)
    from changed a join tenant s on s.id = a.tenant_id
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;

  insert into alert_camera_tally as t (tenant_id, day, camera_id, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, span.day, coalesce(a.camera_id, uuid_nil()), coalesce(a.unit_id, uuid_nil()), a.severity,
      a.activity, a.is_archived, sign * count(*)
    from changed a join tenant s on s.id = a.tenant_id
      cross join lateral (values (date '-infinity'), (site_day(a.occurred_at, s.timezone))) span (day)
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, camera_id, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;
  return null;
end $$;

create or replace function alert_tally_move() returns trigger
language plpgsql as $$
begin
  if not exists (
    select from before b join changed c using (tenant_id, id)
    where (b.occurred_at, b.created_at, b.unit_id, b.camera_id, b.severity, b.activity, b.is_archived,
        b.deleted_at is null) is distinct from
      (c.occurred_at, c.created_at, c.unit_id, c.camera_id, c.severity, c.activity, c.is_archived,
        c.deleted_at is null)) then
    return null;
  end if;

  insert into alert_tally as t (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, site_day(a.occurred_at, s.timezone), site_day(a.created_at, s.timezone),
      coalesce(a.unit_id, uuid_nil()), a.severity, a.activity, a.is_archived, sum(a.sign)
    from (select b.*, -1 as sign from before b union all select c.*, 1 from changed c) a
      join tenant s on s.id = a.tenant_id
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 having sum(a.sign) <> 0 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;

  insert into alert_camera_tally as t (tenant_id, day, camera_id, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, span.day, coalesce(a.camera_id, uuid_nil()), coalesce(a.unit_id, uuid_nil()), a.severity,
      a.activity, a.is_archived, sum(a.sign)
    from (select b.*, -1 as sign from before b union all select c.*, 1 from changed c) a
      join tenant s on s.id = a.tenant_id
      cross join lateral (values (date '-infinity'), (site_day(a.occurred_at, s.timezone))) span (day)
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 having sum(a.sign) <> 0 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, camera_id, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;
  return null;
end $$;

create or replace function alert_tally_rebuild() returns trigger
language plpgsql as $$
begin
  lock table alert in share row exclusive mode;
  delete from alert_tally where tenant_id = new.id;
  delete from alert_camera_tally where tenant_id = new.id;
  insert into alert_tally (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived, alerts)
  select tenant_id, site_day(occurred_at, new.timezone), site_day(created_at, new.timezone),
      coalesce(unit_id, uuid_nil()), severity, activity, is_archived, count(*)
    from alert where tenant_id = new.id and deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
  insert into alert_camera_tally (tenant_id, day, camera_id, unit_id, severity, activity, is_archived, alerts)
  select tenant_id, span.day, coalesce(camera_id, uuid_nil()), coalesce(unit_id, uuid_nil()), severity, activity,
      is_archived, count(*)
    from alert cross join lateral (values (date '-infinity'), (site_day(occurred_at, new.timezone))) span (day)
    where tenant_id = new.id and deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
