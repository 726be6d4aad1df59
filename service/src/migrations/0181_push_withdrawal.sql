-- Somebody goes to an alarm, or it is over: the devices that were reached take its messages from their screens.
-- Requirement ALARM-04.

-- One withdrawing push to one device. It is no message to a person: it has neither words nor sound.
create table push_withdrawal (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  -- Cause and alert in the tag of the message that stands on the device.
  alert_id   uuid not null,
  cause      text not null,
  registration_id uuid not null,
  -- Of the alarm that was answered.
  opening    integer not null,
  attempts   integer not null default 0 check (attempts >= 0),
  -- When it is to be sent (again); null: it was sent, or given up.
  next_at    timestamptz(3),
  due_at     timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade
);
create unique index push_withdrawal_once on push_withdrawal (tenant_id, alert_id, registration_id, opening);
create index push_withdrawal_due on push_withdrawal (next_at) where next_at is not null;
-- Serves the removal of old ones.
create index push_withdrawal_by_time on push_withdrawal (due_at);
select isolate('push_withdrawal');

-- Of alarms that were answered in this statement, or of one whose message reached a device while somebody answered. A
-- message of a burst stays while one of the alarms that it names waits. What reached a device after the withdrawal of the
-- same opening left is withdrawn once more.
create function withdraw_push() returns trigger
language plpgsql as $$
declare
  answered uuid[];
  tenants uuid[];
begin
  if tg_table_name = 'alert' then
    select array_agg(c.id), array_agg(distinct c.tenant_id) into answered, tenants
      from before b join changed c using (tenant_id, id)
      where alert_waits(b.deleted_at, b.alarm_state, b.first_seen_at, b.is_archived)
        and not alert_waits(c.deleted_at, c.alarm_state, c.first_seen_at, c.is_archived);
  else
    select array_agg(a.id), array_agg(a.tenant_id) into answered, tenants
      from alert a where a.tenant_id = new.tenant_id and a.id = new.alert_id
        and not alert_waits(a.deleted_at, a.alarm_state, a.first_seen_at, a.is_archived);
  end if;
  if answered is null then
    return null;
  end if;
  insert into push_withdrawal as w (tenant_id, alert_id, cause, registration_id, opening, next_at, due_at)
  select distinct on (n.tenant_id, shown.alert_id, r.id) n.tenant_id, shown.alert_id, n.cause, r.id, a.opening,
    shown.at, shown.at
  from notification n
    join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id
    left join notification h on h.tenant_id = n.tenant_id and h.id = n.burst_id
    cross join lateral unnest(n.reached_ids) r (id)
    cross join lateral (select coalesce(h.alert_id, n.alert_id) as alert_id,
      greatest(n.changed_at, a.claimed_at, a.resolved_at, a.deleted_at) as at) shown
  where n.tenant_id = any(tenants) and n.alert_id = any(answered) and a.alarm_state is not null
    and not exists (select from notification o join alert x on x.tenant_id = o.tenant_id and x.id = o.alert_id
      where o.tenant_id = n.tenant_id and o.burst_id = n.burst_id and r.id = any(o.reached_ids)
        and alert_waits(x.deleted_at, x.alarm_state, x.first_seen_at, x.is_archived))
  order by n.tenant_id, shown.alert_id, r.id, n.id desc
  on conflict (tenant_id, alert_id, registration_id, opening) do update
    set cause = excluded.cause, next_at = excluded.next_at, due_at = excluded.due_at, attempts = 0;
  return null;
end $$;
revoke execute on function withdraw_push() from public;

-- After alert_answered, which waits for a message that is recorded at this moment: triggers run in the order of their names.
create trigger alert_withdraws_push after update on alert referencing old table as before new table as changed
  for each statement execute function withdraw_push();
create trigger notification_reached after update of reached_ids on notification
  -- What a person sends after the claim is not the alarm's own message, and stays.
  for each row when (new.cause in ('raised', 'escalated', 'reopened') and new.reached_ids is distinct from old.reached_ids)
  execute function withdraw_push();
