-- The list of sites takes as long among a thousand as among ten. Requirement SITE-01; performance.md.
create index tenant_by_name on tenant (lower(name), id);
