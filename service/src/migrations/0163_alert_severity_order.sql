-- Lists by urgency: the most urgent first, of those the newest. Requirements ALARM-05, ALERT-02.
create function severity_rank(severity text) returns integer language sql immutable parallel safe as $$
  select case severity when 'critical' then 0 when 'high' then 1 when 'medium' then 2 else 3 end
$$;

-- Serves alert.search by severity in both directions; includes what alert_by_time does, for filters.
create index alert_by_severity on alert (tenant_id, is_archived, severity_rank(severity), occurred_at desc, id desc)
  include (unit_id, camera_id, severity, activity) where deleted_at is null;
