-- Reports count from the alert to the claim. A claim that ran out answers nothing; what ended without a claim was answered
-- then; activity, and what was over before alarms had answers, when it was read. Requirements ALARM-06, METRIC-03.
create function alert_answered_at(alarm_state text, outcome text, first_seen_at timestamptz, claimed_at timestamptz,
  resolved_at timestamptz)
returns timestamptz language sql immutable parallel safe as $$
  select case when alarm_state is null or outcome = 'read-before' then first_seen_at
    else coalesce(claimed_at, resolved_at) end
$$;

-- As before, with the answers.
create or replace function report_day_move() returns trigger
language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select distinct b.tenant_id, site_day(x.at, t.timezone) as day
      from before b join changed c using (tenant_id, id) join tenant t on t.id = b.tenant_id
        cross join lateral (values (b.occurred_at), (c.occurred_at)) x (at)
      where (b.occurred_at, b.created_at, b.verdict, b.camera_id, b.unit_id, b.severity, b.activity,
          b.deleted_at is null,
          alert_answered_at(b.alarm_state, b.outcome, b.first_seen_at, b.claimed_at, b.resolved_at)) is distinct from
        (c.occurred_at, c.created_at, c.verdict, c.camera_id, c.unit_id, c.severity, c.activity,
          c.deleted_at is null,
          alert_answered_at(c.alarm_state, c.outcome, c.first_seen_at, c.claimed_at, c.resolved_at))
      order by 1, 2
  loop
    update report_day set is_summed = false where tenant_id = touched.tenant_id and day = touched.day;
  end loop;
  return null;
end $$;
