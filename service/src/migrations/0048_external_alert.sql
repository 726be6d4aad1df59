-- Alerts that are told to a site's external system. Requirements CAM-02, CAM-13.
alter table external_run
  -- The alert that is told; null: cameras are told. Its id is that of the row too, and so the idempotency key.
  add column alert_id uuid,
  -- Not told any more from here on; null: no end.
  add column expires_at timestamptz(3),
  add constraint external_run_alert foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  add check (alert_id = id),
  add check ((alert_id is null) = (expires_at is null));
-- The body of an alert is null until it is claimed for the first time.
create index external_run_of_alert on external_run (tenant_id, alert_id) where alert_id is not null;
-- What was told of alerts lately, and what was given up.
create index external_run_of_alert_by_time on external_run (tenant_id, state, changed_at desc) where alert_id is not null;
-- What is due, for each site by itself.
create index external_run_due_of_site on external_run (tenant_id, next_at) where state in ('pending', 'sending');
create index external_run_expiring on external_run (expires_at) where state in ('pending', 'sending');

-- When its subscribers last heard that alerts do not arrive; null: never. They hear of it at most once an hour.
alter table external_system add column alert_failure_told_at timestamptz(3);

-- Puts new alerts into the queue in their own transaction, so that none is lost and none is told that was rolled back.
create function external_alert_queue() returns trigger
language plpgsql as $$
begin
  insert into external_run (tenant_id, id, alert_id, camera_id, state, camera_count, next_at, expires_at, created_at,
    changed_at)
  select a.tenant_id, a.id, a.id, a.camera_id, 'pending', 1, a.created_at, a.occurred_at + interval '24 hours',
      a.created_at, a.created_at
    from arrived a
    join external_system s on s.tenant_id = a.tenant_id and s.is_enabled
    join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id and c.is_external_alert_on
    where a.occurred_at > a.created_at - interval '24 hours'
  on conflict do nothing;
  return null;
end $$;
revoke execute on function external_alert_queue() from public;

create trigger external_alert_queue after insert on alert referencing new table as arrived
  for each statement execute function external_alert_queue();
