-- Hubs that register themselves with their site's authorization key. Requirement SITE-01; security.md Design 5.

alter table agent
  -- SHA-256 of the id that the hub chose for its registration, so that the same registration sent again makes no second
  -- hub; null: a person made the record.
  add column registration_hash bytea check (length(registration_hash) = 32);
create unique index agent_registration on agent (tenant_id, registration_hash) where registration_hash is not null;
