-- The General Report reads how fast somebody came to what somebody should come for, and what was judged, without the many
-- alerts between them that nobody answers or judges. Requirements METRIC-01, METRIC-03; performance.md P3.
create index alert_answered on alert (tenant_id, occurred_at)
  include (camera_id, unit_id, severity, activity, verdict, created_at, first_seen_at)
  where severity <> 'low' and deleted_at is null;
create index alert_judged on alert (tenant_id, occurred_at) include (camera_id, unit_id, verdict)
  where verdict is not null and deleted_at is null;
