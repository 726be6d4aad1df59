-- A person's word that the view which a camera shows is right, and what administrators were last written about it.
alter table camera
  add column view_accepted_at timestamptz,
  add column view_error_code text check (view_error_code in ('view-changed', 'lens-unclear', 'too-dark', 'picture-frozen')),
  add column view_error_noticed_at timestamptz;
