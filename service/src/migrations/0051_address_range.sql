-- From where the users of a tenant may work. Requirement SET-01, tab Security.
alter table tenant
  -- Networks in CIDR form, `192.0.2.0/24`; none: every address is allowed.
  add column allowed_ranges text[] not null default '{}',
  -- Grows by one with each change of the ranges; a save of an older version is a conflict.
  add column security_version integer not null default 1,
  add column security_edited_by text,
  add column security_edited_at timestamptz(3);
