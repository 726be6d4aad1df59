-- Connected sites: a session of its own, which comes from another one and ends with it. Requirement AUTH-13; security.md Design 4.

-- Why the person connected, in their own words; null for a session on the own tenant.
alter table session add column connection_reason text check (length(connection_reason) between 1 and 300);

-- Serves the end of a session that has connected ones.
create index session_by_origin on session (tenant_id, origin_session_id) where origin_session_id is not null;
