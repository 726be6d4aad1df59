-- People are reminded of planned check-ins on the way on which they are told of alerts. Requirements LIVE-03, LIVE-04, CAM-04.
alter table notice
  -- The planned check-in of a reminder.
  add column occurrence_id uuid,
  add foreign key (tenant_id, occurrence_id) references booking_occurrence (tenant_id, id) on delete cascade,
  drop constraint notice_cause_check,
  drop constraint notice_check,
  add constraint notice_cause check (cause in ('raised', 'escalated', 'resent', 'sample', 'reminder')),
  add constraint notice_of_alert check ((alert_id is null) = (cause in ('sample', 'reminder'))),
  add constraint notice_of_occurrence check ((occurrence_id is not null) = (cause = 'reminder'));
create index notice_by_occurrence on notice (tenant_id, occurrence_id) where occurrence_id is not null;

alter table notification
  add column occurrence_id uuid,
  add foreign key (tenant_id, occurrence_id) references booking_occurrence (tenant_id, id) on delete cascade,
  drop constraint notification_cause_check,
  drop constraint notification_check,
  add constraint notification_cause check (cause in ('raised', 'escalated', 'resent', 'sample', 'reminder')),
  add constraint notification_of_alert check ((alert_id is null) = (cause in ('sample', 'reminder'))),
  add constraint notification_of_occurrence check ((occurrence_id is not null) = (cause = 'reminder'));
create index notification_by_occurrence on notification (tenant_id, occurrence_id) where occurrence_id is not null;

-- As before, and with the planned check-in.
create or replace function notification_given_up() returns trigger
language plpgsql as $$
begin
  insert into notification (tenant_id, cause, alert_id, occurrence_id, occasion_id, escalation_name, channel, user_id,
    recipient_name, source_id, activity, severity, burst_id, next_at, due_at, created_at, changed_at)
  select new.tenant_id, new.cause, new.alert_id, new.occurrence_id, new.occasion_id, new.escalation_name, other.channel,
    new.user_id, new.recipient_name, new.source_id, new.activity, new.severity,
    -- Those of a burst go together on the other channel too.
    new.burst_id, new.changed_at, new.changed_at, new.changed_at, new.changed_at
  from (select case new.channel when 'push' then 'mail' else 'push' end as channel) other
    left join notification_preference p on p.user_id = new.user_id
    cross join lateral (select coalesce(case other.channel when 'push' then p.push else p.mail end, 'all') as reach) wish
  where (other.channel = 'mail' or exists (select from push_registration r where r.user_id = new.user_id))
    and (new.cause <> 'raised' or wish.reach = 'all'
      or (wish.reach = 'urgent' and new.severity in ('critical', 'high')))
  on conflict do nothing;
  return null;
end $$;

-- A planned check-in was done, skipped, cancelled or moved: nobody is reminded of it any more. Letters first, then the
-- messages, in the order in which a letter that is sent locks them.
create function occurrence_settled() returns trigger
language plpgsql as $$
declare
  settled uuid[];
  tenants uuid[];
begin
  select array_agg(c.id), array_agg(distinct c.tenant_id) into settled, tenants
    from before b join changed c using (tenant_id, id)
    where b.check_in_id is null and not b.is_skipped and b.removed_at is null
      and (c.check_in_id is not null or c.is_skipped or c.removed_at is not null
        or (c.starts_at, c.user_id) is distinct from (b.starts_at, b.user_id));
  if settled is null then
    return null;
  end if;
  delete from notice where tenant_id = any(tenants) and occurrence_id = any(settled);
  delete from mail_message m using notification n
    where n.tenant_id = any(tenants) and n.occurrence_id = any(settled) and n.state = 'pending' and n.mail_id is not null
      and m.tenant_id = n.tenant_id and m.id = n.mail_id and m.state in ('pending', 'sending');
  update notification n set state = case when n.state = 'pending' then 'cancelled' else n.state end, next_at = null,
      changed_at = greatest(n.changed_at, transaction_timestamp())
    where n.tenant_id = any(tenants) and n.occurrence_id = any(settled) and (n.state = 'pending' or n.next_at is not null);
  return null;
end $$;
revoke execute on function occurrence_settled() from public;
create trigger occurrence_settled after update on booking_occurrence referencing old table as before new table as changed
  for each statement execute function occurrence_settled();
