-- Detection needs VCARE from now on. Sites of before never needed it: they keep what they have, until their operator
-- takes it away. domain.md "App codes".
alter table tenant no force row level security;
update tenant set packages = packages || '{VCARE}' where kind = 'site' and not 'VCARE' = any(packages);
alter table tenant force row level security;
