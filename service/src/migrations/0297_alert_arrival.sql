-- Serves the report of how soon somebody was in the room: of a year's alerts those alone that have an arrival.
create index alert_arrival on alert (tenant_id, occurred_at) include (severity, unit_id, camera_id, created_at, arrived_at)
  where arrived_at is not null and deleted_at is null;
