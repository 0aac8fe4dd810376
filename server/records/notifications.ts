export const notificationPage = 30;

export const notificationColumns = `n.id, n.from_user_id,
  (select u.full_name from app_user u where u.id = n.from_user_id) as from_name,
  coalesce(n.sent_to, array[n.to_user_id]) as to_user_id, n.notify_type, n.notify_detail, n.created_at, n.updated_at,
  n.is_read, n.is_archived`;
