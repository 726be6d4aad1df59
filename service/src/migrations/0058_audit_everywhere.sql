-- Serves audit.search for the operator and for organisations, whose rows are those of many tenants.
create index audit_everywhere on audit (at desc, id desc);
