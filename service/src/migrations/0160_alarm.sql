-- Alarms: alerts that need an answer, and the answers. Requirements ALARM-01, ALARM-02, ALARM-06; domain.md "Alarm, read,
-- answered". The alert has the present state for lists; what happened is in alert_step, whose rows are only ever added.

alter table tenant
  -- Alerts of these severities are alarms from the moment at which they are stored.
  add column alarm_severities text[] not null default '{critical,high}'
    check (alarm_severities <@ '{critical,high,medium,low}' and alarm_severities @> '{critical}'),
  -- A claim without an arrival ends after so long.
  add column arrival_limit_seconds integer not null default 180 check (arrival_limit_seconds between 60 and 1800);

alter table alert
  -- Null: activity, which needs no answer.
  add column alarm_state text check (alarm_state in ('open', 'claimed', 'arrived', 'resolved')),
  -- Since when it waits for somebody: stored, or opened again.
  add column open_since timestamptz(3),
  -- 1 when stored, one more each time it opens again.
  add column opening integer check (opening >= 1),
  -- The person that goes; null again when the claim was given back or ran out. Names stay when users go.
  add column claimer_id uuid,
  add column claimer_name text,
  add column claimed_at timestamptz(3),
  add column claim_ends_at timestamptz(3),
  -- Others that go as well: [{userId, userName, at}], first come first.
  add column joined jsonb not null default '[]',
  add column arrived_by uuid,
  -- Null with an arrived_at: the camera saw somebody come in.
  add column arrived_name text,
  add column arrived_at timestamptz(3),
  add column resolved_by uuid,
  add column resolved_name text,
  add column resolved_at timestamptz(3),
  -- One of the contract's ALARM_OUTCOMES. read-before: it was over before alarms had answers.
  add column outcome text check (outcome in ('no-injury', 'injury', 'hospital', 'assisted', 'nothing-needed',
    'already-there', 'false-alarm', 'other', 'read-before')),
  add column outcome_note text check (length(outcome_note) <= 2000);

-- Whether an alert still waits for somebody: an alarm that nobody has claimed, or activity that nobody has read.
create function alert_waits(deleted_at timestamptz, alarm_state text, first_seen_at timestamptz, is_archived boolean)
returns boolean language sql immutable parallel safe as $$
  select deleted_at is null
    and case when alarm_state is null then first_seen_at is null and not is_archived else alarm_state = 'open' end
$$;

-- Whichever way an alert is stored: its severity makes it an alarm. What is stored as read or archived is over.
create function alert_becomes_alarm() returns trigger
language plpgsql as $$
begin
  if new.alarm_state is not null or not coalesce(
      (select new.severity = any(t.alarm_severities) from tenant t where t.id = new.tenant_id), false) then
    return new;
  end if;
  new.open_since := new.created_at;
  new.opening := 1;
  if new.first_seen_at is null and not new.is_archived then
    new.alarm_state := 'open';
    return new;
  end if;
  new.alarm_state := 'resolved';
  new.outcome := 'read-before';
  new.resolved_at := coalesce(new.first_seen_at, new.created_at);
  new.resolved_by := new.first_seen_by;
  new.resolved_name := coalesce(new.first_seen_name, '');
  return new;
end $$;
revoke execute on function alert_becomes_alarm() from public;
create trigger alert_becomes_alarm before insert on alert for each row execute function alert_becomes_alarm();

alter table alert_step drop constraint alert_step_kind;
alter table alert_step drop constraint alert_step_of_person;
alter table alert_step drop constraint alert_step_names_person;
alter table alert_step
  add column outcome text,
  add column note text check (length(note) <= 2000),
  -- Where a button was pressed; camera: it was seen.
  add column source text check (source in ('console', 'station', 'push', 'email', 'camera')),
  -- When a button was pressed that waited for a connection.
  add column pressed_at timestamptz(3),
  -- Of the press: the same one again changes nothing.
  add column request_id uuid,
  add constraint alert_step_kind check (
    kind in ('seen', 'archived', 'unarchived', 'judged', 'deleted', 'restored', 'resent', 'reported', 'escalated',
      'claimed', 'joined', 'given-back', 'claim-expired', 'arrived', 'resolved')),
  add constraint alert_step_of_person check ((user_id is null)
    = (kind in ('escalated', 'claim-expired') or (kind = 'arrived' and coalesce(source, '') = 'camera'))),
  add constraint alert_step_names_person check ((user_name is null) = (user_id is null)),
  add constraint alert_step_outcome check ((outcome is not null) = (kind = 'resolved'));
create unique index alert_step_request on alert_step (tenant_id, request_id, alert_id, kind) where request_id is not null;
-- Steps go with their alert alone, which is a deed of the owner's.
revoke update, delete on alert_step from mimamori_app, mimamori_platform;

-- What there was before: seen, archived, judged, deleted or older than a day is over; the others wait for an answer. The
-- fence holds for the owner too, who has no policy and would see no row; nothing of this is to be counted or sent.
alter table alert no force row level security;
alter table alert_step no force row level security;
alter table alert disable trigger user;
update alert set alarm_state = 'open', open_since = created_at, opening = 1
  where severity in ('critical', 'high') and first_seen_at is null and not is_archived and verdict is null
    and deleted_at is null and created_at > now() - interval '24 hours';
update alert a set alarm_state = 'resolved', open_since = created_at, opening = 1, outcome = 'read-before',
    resolved_by = first_seen_by, resolved_name = coalesce(first_seen_name, ''),
    resolved_at = coalesce(first_seen_at,
      (select min(s.at) from alert_step s
        where s.tenant_id = a.tenant_id and s.alert_id = a.id and s.kind in ('judged', 'archived')), now())
  where severity in ('critical', 'high') and alarm_state is null;
alter table alert enable trigger user;
alter table alert_step force row level security;
alter table alert force row level security;

alter table alert
  add constraint alert_alarm_open check ((alarm_state is null) = (open_since is null)
    and (alarm_state is null) = (opening is null)),
  add constraint alert_alarm_claim check ((claim_ends_at is not null) = (coalesce(alarm_state, '') = 'claimed')
    and (claimer_name is null) = (claimed_at is null)
    and (alarm_state is null or alarm_state <> 'open' or claimed_at is null)
    and (alarm_state is null or alarm_state not in ('claimed', 'arrived') or claimed_at is not null)),
  add constraint alert_alarm_end check ((resolved_at is not null) = (coalesce(alarm_state, '') = 'resolved')
    and (resolved_at is null) = (outcome is null) and (resolved_at is null) = (resolved_name is null));

-- Serves the bar of open alarms, the lists by need and the most urgent one.
create index alert_unresolved on alert (tenant_id, occurred_at desc, id desc) include (alarm_state, unit_id, severity)
  where alarm_state <> 'resolved' and deleted_at is null;
-- Serves the timer of claims that run out.
create index alert_claim_ends on alert (claim_ends_at) where alarm_state = 'claimed' and deleted_at is null;
drop index alert_unanswered;
