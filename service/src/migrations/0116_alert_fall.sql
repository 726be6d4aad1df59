-- The fall report reads falls alone, however many other alerts lie between them. Requirement METRIC-03.
create index alert_fall on alert (tenant_id, occurred_at) include (unit_id, camera_id)
  where activity = 'A005' and deleted_at is null;
