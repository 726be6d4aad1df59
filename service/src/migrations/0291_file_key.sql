-- Files in a bucket are sealed by a key of their tenant. Requirement SCALE-02.

-- Written by platform/files; a deleted row makes the tenant's files in the bucket unreadable.
create table file_key (
  tenant_id uuid primary key references tenant (id) on delete cascade,
  -- By the master key.
  sealed    text not null check (sealed <> '')
);
select isolate('file_key');
