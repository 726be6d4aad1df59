-- What people did with alerts: who saw them, who judged and archived them. Requirements ALERT-05, ALERT-06, ALERT-11.

-- Which alerts a user has seen, beyond the watermark below. A user of the organisation above belongs to another
-- tenant than the alert, so user_id has no key to app_user.
create table alert_seen (
  -- The alert's tenant.
  tenant_id uuid not null,
  user_id   uuid not null,
  alert_id  uuid not null,
  seen_at   timestamptz(3) not null,
  primary key (tenant_id, user_id, alert_id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade
);
create index alert_seen_by_alert on alert_seen (tenant_id, alert_id);
select isolate('alert_seen');

-- 'Mark all read' in one row: everything of this tenant that was stored up to then counts as seen by this user.
create table user_alert_watermark (
  -- The tenant whose alerts were marked.
  tenant_id  uuid not null references tenant (id),
  user_id    uuid not null,
  -- Compared with alert.created_at.
  seen_until timestamptz(3) not null,
  primary key (tenant_id, user_id)
);
select isolate('user_alert_watermark');

-- The timeline of an alert, as far as people made it. 'occurred', 'raised' and what became of the clip are columns of
-- the alert itself.
create table alert_step (
  tenant_id uuid not null,
  id        uuid not null default uuidv7(),
  alert_id  uuid not null,
  at        timestamptz(3) not null,
  kind      text not null check (kind in ('seen', 'archived', 'unarchived', 'judged')),
  user_id   uuid not null,
  -- The name at that time; it stays when the user goes.
  user_name text not null,
  verdict   text check (verdict in ('real', 'false-alarm', 'unsure')),
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  check ((kind = 'judged') = (verdict is not null))
);
create index alert_step_by_alert on alert_step (tenant_id, alert_id, at);
select isolate('alert_step');
