-- What an alert costs must not grow with how many are open or untold: a storm of them. performance.md P6, P9.

-- The rules that watch new alerts, as in escalation_watch, from the rows themselves: to find them again by the view, all
-- open alerts of all sites were read at each insert. `offset 0`: each camera and rule is looked up by its key.
create or replace function alert_escalation_plan() returns trigger
language plpgsql as $$
begin
  insert into alert_escalation (tenant_id, alert_id, escalation_id, due_at, ends_at)
  select a.tenant_id, a.id, e.id, a.created_at + e.threshold_minutes * interval '1 minute',
      least(a.occurred_at, a.created_at) + interval '24 hours'
    from arrived a
      left join lateral (select c.escalation_ids from camera c
        where c.tenant_id = a.tenant_id and c.id = a.camera_id offset 0) c on true
      left join lateral (select p.settings -> 'escalationIds' as escalation_ids from camera_app p
        where p.tenant_id = a.tenant_id and p.camera_id = a.camera_id and p.app_code = a.activity offset 0) p on true
      cross join lateral (select e.id, e.threshold_minutes from escalation e
        where e.tenant_id = a.tenant_id and (
          e.id = any(c.escalation_ids)
          or p.escalation_ids ? e.id::text
          or (a.camera_id is null and exists (
            select from camera d where d.tenant_id = a.tenant_id and d.agent_id = a.agent_id
              and d.unit_id is not distinct from a.unit_id and e.id = any(d.escalation_ids)))) offset 0) e
    where a.first_seen_at is null and not a.is_archived and a.verdict is null and a.deleted_at is null
      and a.occurred_at > a.created_at - interval '24 hours'
  on conflict do nothing;
  return null;
end $$;

-- Notices are read and removed by their id alone, over all sites.
create index notice_by_id on notice (id);
-- Serves the time at which one that was put off is tried again.
create index notice_put_off on notice (next_at) where next_at is not null;
