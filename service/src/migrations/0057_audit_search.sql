-- Serves audit.search for those who see their own rows alone, and for the rows of one person.
create index audit_by_actor on audit (tenant_id, actor_user_id, at desc, id desc);
-- The page's own order; with it the index of before is of no further use.
create index audit_newest on audit (tenant_id, at desc, id desc);
drop index audit_by_time;
