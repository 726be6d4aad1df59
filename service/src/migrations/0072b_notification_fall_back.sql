-- Whose message was given up on one channel is told on the other one by a trigger alone: no statement calls a function
-- that writes. Requirements ALERT-04, SET-05.
create function notification_given_up() returns trigger
language plpgsql as $$
begin
  insert into notification (tenant_id, cause, alert_id, occasion_id, escalation_name, channel, user_id, recipient_name,
    source_id, activity, severity, burst_id, next_at, due_at, created_at, changed_at)
  select new.tenant_id, new.cause, new.alert_id, new.occasion_id, new.escalation_name, other.channel, new.user_id,
    new.recipient_name, new.source_id, new.activity, new.severity,
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
revoke execute on function notification_given_up() from public;
create trigger notification_given_up after update of state on notification
  for each row when (new.state = 'failed' and old.state <> 'failed' and new.user_id is not null
    and new.last_error is distinct from 'recipient-gone')
  execute function notification_given_up();

create or replace function notification_mailed() returns trigger
language plpgsql as $$
begin
  if new.state = 'sent' then
    update notification set state = 'sent', sent_at = new.changed_at, changed_at = new.changed_at, last_error = null
      where tenant_id = new.tenant_id and mail_id = new.id and state in ('pending', 'cancelled');
  else
    update notification set state = 'failed', changed_at = new.changed_at,
        last_error = case when new.last_error ~ '^(EENVELOPE|EMESSAGE|EAUTH)' then 'refused' else 'unreachable' end
      where tenant_id = new.tenant_id and mail_id = new.id and state = 'pending';
  end if;
  return null;
end $$;
drop function notification_fall_back(uuid, uuid[], timestamptz);
