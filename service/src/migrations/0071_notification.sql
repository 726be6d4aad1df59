-- Messages to people: the outbox of pushes and e-mails about alerts, and what people want to be told.
-- Requirements ALERT-04, ALERT-05, CAM-04, NAV-05, NAV-10; security.md, Design 12.

-- One message to one recipient on one channel. Written when a notice is expanded, sent at least once.
create table notification (
  -- The alert's site; for a sample the tenant that the asking user works on.
  tenant_id   uuid not null references tenant (id),
  id          uuid not null default uuidv7(),
  cause       text not null check (cause in ('raised', 'escalated', 'resent', 'sample')),
  -- Null for a sample.
  alert_id    uuid,
  -- What sets repeats of a cause apart: the rule that fired, or the notice of who asked for it; null for 'raised'.
  occasion_id uuid,
  -- Name of the rule that fired, as it was then.
  escalation_name text,
  channel     text not null check (channel in ('push', 'mail')),
  -- The recipient: a user, of this site or of the organisation above it (so without a key), or an address alone.
  user_id     uuid,
  email       text check (length(email) between 3 and 254),
  -- The user's name at that time, or the address; it stays when the user goes.
  recipient_name text not null,
  -- Whether it stands in the user's popup: one of the channels on which the user is told does.
  is_listed   boolean not null default false,

  -- Camera or hub of the alert, what happened and how urgent it is: by them a burst is gathered.
  source_id   uuid,
  activity    text,
  severity    text,
  -- The first message of the burst that this one belongs to, its own id when it began one, and until when it lasts.
  burst_id    uuid not null,
  burst_ends_at timestamptz(3),
  -- Waits for the end of its burst, to be told of together with the others that do.
  is_gathered boolean not null default false,
  -- The message with which it was told of: its own id, or that of another one of its burst.
  message_id  uuid,

  -- sent: handed to the push service or mail server. delivered, shown, opened: receipts of the browser. failed: given
  -- up. cancelled: somebody had seen the alert before.
  state       text not null default 'pending'
    check (state in ('pending', 'sent', 'delivered', 'shown', 'opened', 'failed', 'cancelled')),
  -- Times that it was claimed to be sent.
  attempts    integer not null default 0 check (attempts >= 0),
  -- When it is to be sent (again); while an instance sends it, when another one may. Null: nothing is left to try.
  next_at     timestamptz(3),
  -- When it was due first: it is given up some time after this.
  due_at      timestamptz(3) not null,
  -- Registrations for push that have it already.
  reached_ids uuid[] not null default '{}',
  -- Its letter in mail_message.
  mail_id     uuid,
  -- HTTP status of the push service's last answer.
  http_status integer,
  -- Why the last try failed, a deliveryReason of the contract; null: none did.
  last_error  text check (length(last_error) <= 40),
  created_at  timestamptz(3) not null,
  -- When the state changed last.
  changed_at  timestamptz(3) not null,
  sent_at     timestamptz(3),
  delivered_at timestamptz(3),
  shown_at    timestamptz(3),
  opened_at   timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  check ((alert_id is null) = (cause = 'sample')),
  check ((occasion_id is null) = (cause = 'raised')),
  check ((escalation_name is not null) = (cause = 'escalated')),
  check (num_nonnulls(user_id, email) = 1),
  check (email is null or channel = 'mail'),
  check (next_at is null or state in ('pending', 'sent', 'delivered', 'shown', 'opened'))
);
-- Nobody is told twice of the same on one channel. Serves also the alert's timeline and what is cancelled with it.
create unique index notification_once on notification
  (tenant_id, alert_id, cause, occasion_id, user_id, lower(email), channel) nulls not distinct;
create index notification_due on notification (next_at) where next_at is not null;
-- Serves the list and the counts of deliveries: each state by itself, newest first.
create index notification_by_state on notification (tenant_id, state, created_at desc, id desc) include (channel, alert_id);
-- Serves the user's popup.
create index notification_of_user on notification (user_id, created_at desc, id desc) where is_listed;
create index notification_of_burst on notification (tenant_id, burst_id);
-- Serves the search for a burst that has begun.
create index notification_burst on notification (tenant_id, source_id, burst_ends_at) where cause = 'raised';
create index notification_of_mail on notification (tenant_id, mail_id) where mail_id is not null;
-- Serves the removal of old ones.
create index notification_by_time on notification (created_at);
select isolate('notification');

-- Which alerts reach a user on a way of their own. No row: all of them.
create table notification_preference (
  tenant_id  uuid not null,
  user_id    uuid not null,
  push       text not null check (push in ('all', 'urgent', 'none')),
  mail       text not null check (mail in ('all', 'urgent', 'none')),
  updated_at timestamptz(3) not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
select isolate('notification_preference');

-- The timeline also says which rule fired, which nobody did.
alter table alert_step drop constraint alert_step_kind;
alter table alert_step
  add column escalation_name text,
  alter column user_id drop not null,
  alter column user_name drop not null,
  add constraint alert_step_kind check (
    kind in ('seen', 'archived', 'unarchived', 'judged', 'deleted', 'restored', 'resent', 'reported', 'escalated')),
  add constraint alert_step_of_person check ((user_id is null) = (kind = 'escalated')),
  add constraint alert_step_names_person check ((user_name is null) = (kind = 'escalated')),
  add constraint alert_step_names_escalation check ((escalation_name is not null) = (kind = 'escalated'));

-- Whose message was given up on one channel is told on the other one, where there is one and the person wants it.
create function notification_fall_back(tenant uuid, failed uuid[], at timestamptz) returns integer
language sql as $$
  with burst as (select uuidv7() as id),
  told as (
    insert into notification (tenant_id, cause, alert_id, occasion_id, escalation_name, channel, user_id,
      recipient_name, source_id, activity, severity, burst_id, state, next_at, due_at, created_at, changed_at)
    select n.tenant_id, n.cause, n.alert_id, n.occasion_id, n.escalation_name, other.channel, n.user_id,
      n.recipient_name, n.source_id, n.activity, n.severity, burst.id, 'pending', at, at, at, at
    from notification n
      cross join burst
      cross join lateral (select case n.channel when 'push' then 'mail' else 'push' end as channel) other
      left join notification_preference p on p.user_id = n.user_id
      cross join lateral (select case other.channel when 'push' then p.push else p.mail end as reach) wish
    where n.tenant_id = tenant and n.id = any(failed) and n.state = 'failed' and n.user_id is not null
      and (other.channel = 'mail' or exists (select from push_registration r where r.user_id = n.user_id))
      and (n.cause <> 'raised' or coalesce(wish.reach, 'all') = 'all'
        or (wish.reach = 'urgent' and n.severity in ('critical', 'high')))
    on conflict do nothing
    returning 1)
  select count(*)::integer from told
$$;
revoke execute on function notification_fall_back(uuid, uuid[], timestamptz) from public;
grant execute on function notification_fall_back(uuid, uuid[], timestamptz) to mimamori_platform;
create index push_registration_by_user on push_registration (user_id);
create index notification_preference_by_user on notification_preference (user_id);

-- What becomes of a letter becomes of the messages that it tells.
create function notification_mailed() returns trigger
language plpgsql as $$
begin
  if new.state = 'sent' then
    update notification set state = 'sent', sent_at = new.changed_at, changed_at = new.changed_at, last_error = null
      where tenant_id = new.tenant_id and mail_id = new.id and state in ('pending', 'cancelled');
  else
    update notification set state = 'failed', changed_at = new.changed_at,
        last_error = case when new.last_error ~ '^(EENVELOPE|EMESSAGE|EAUTH)' then 'refused' else 'unreachable' end
      where tenant_id = new.tenant_id and mail_id = new.id and state = 'pending';
    perform notification_fall_back(new.tenant_id, array(
      select id from notification where tenant_id = new.tenant_id and mail_id = new.id and state = 'failed'),
      new.changed_at);
  end if;
  return null;
end $$;
revoke execute on function notification_mailed() from public;
create trigger notification_mailed after update of state on mail_message
  for each row when (new.state in ('sent', 'dead') and new.state is distinct from old.state)
  execute function notification_mailed();

-- Somebody has answered an alert, or it was deleted: nobody is told of it any more. Letters first, then the messages,
-- in the order in which a letter that is sent locks them.
create function alert_answered() returns trigger
language plpgsql as $$
declare
  answered uuid[];
  tenants uuid[];
begin
  select array_agg(c.id), array_agg(distinct c.tenant_id) into answered, tenants
    from before b join changed c using (tenant_id, id)
    where (b.first_seen_at is null and c.first_seen_at is not null) or (not b.is_archived and c.is_archived)
      or (b.verdict is null and c.verdict is not null) or (b.deleted_at is null and c.deleted_at is not null);
  if answered is null then
    return null;
  end if;
  delete from notice where tenant_id = any(tenants) and alert_id = any(answered);
  delete from mail_message m using notification n
    where n.tenant_id = any(tenants) and n.alert_id = any(answered) and n.state = 'pending' and n.mail_id is not null
      and m.tenant_id = n.tenant_id and m.id = n.mail_id and m.state in ('pending', 'sending')
      -- A letter that tells of others too is theirs as well.
      and not exists (select from notification o where o.tenant_id = n.tenant_id and o.mail_id = n.mail_id
        and o.state = 'pending' and o.alert_id <> all(answered));
  update notification n
    set state = case when n.state = 'pending' then 'cancelled' else n.state end, next_at = null,
      changed_at = (select greatest(n.changed_at, a.first_seen_at, a.deleted_at) from changed a
        where a.tenant_id = n.tenant_id and a.id = n.alert_id)
    where n.tenant_id = any(tenants) and n.alert_id = any(answered) and (n.state = 'pending' or n.next_at is not null);
  return null;
end $$;
revoke execute on function alert_answered() from public;
create trigger alert_answered after update on alert referencing old table as before new table as changed
  for each statement execute function alert_answered();
