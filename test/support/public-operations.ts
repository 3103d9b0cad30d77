/**
 * The operations that the public API of the advertised level documents, by method and path, without names of parameters
 * in paths.
 */
export const PUBLIC_OPERATIONS: readonly string[] = `
POST register
GET DELETE events
GET server_settings
POST fetch_api_key
POST dev_fetch_api_key
POST jwt/fetch_api_key
POST zcommand
GET calls/bigbluebutton/create

GET POST messages
GET PATCH DELETE messages/{}
GET messages/{}/history
GET messages/{}/read_receipts
POST messages/{}/report
POST messages/{}/typing
POST DELETE messages/{}/reactions
POST messages/render
GET messages/matches_narrow
GET messages/summary
POST messages/flags
POST messages/flags/narrow
POST mark_all_as_read
POST mark_stream_as_read
POST mark_topic_as_read
POST typing
POST user_uploads
GET user_uploads/{}/{}
GET attachments
DELETE attachments/{}
GET POST scheduled_messages
PATCH DELETE scheduled_messages/{}
GET POST reminders
DELETE reminders/{}
GET POST drafts
PATCH DELETE drafts/{}
GET POST saved_snippets
PATCH DELETE saved_snippets/{}
GET POST navigation_views
PATCH DELETE navigation_views/{}

GET streams
GET PATCH DELETE streams/{}
GET streams/{}/members
GET streams/{}/email_address
POST streams/{}/delete_topic
GET get_stream_id
POST channels/create
GET PATCH channel_folders
POST channel_folders/create
PATCH channel_folders/{}
POST DELETE default_streams
POST default_stream_groups/create
PATCH DELETE default_stream_groups/{}
PATCH default_stream_groups/{}/streams
GET POST PATCH DELETE users/me/subscriptions
POST users/me/subscriptions/properties
PATCH users/me/subscriptions/muted_topics
GET users/me/{}/topics
GET users/{}/subscriptions/{}
POST user_topics

GET POST users
GET DELETE users/me
GET PATCH DELETE users/{}
POST users/{}/reactivate
GET POST users/{}/status
GET users/{}/presence
GET realm/presence
POST users/me/presence
POST users/me/status
POST users/me/onboarding_steps
POST DELETE users/me/muted_users/{}
GET POST DELETE users/me/alert_words
POST DELETE users/me/android_gcm_reg_id
POST DELETE users/me/apns_device_token
PATCH settings
GET user_groups
POST user_groups/create
PATCH DELETE user_groups/{}
POST user_groups/{}/deactivate
GET POST user_groups/{}/members
GET user_groups/{}/members/{}
GET POST user_groups/{}/subgroups
GET POST invites
DELETE invites/{}
POST invites/{}/resend
POST invites/multiuse
DELETE invites/multiuse/{}

PATCH realm
PATCH realm/user_settings_defaults
GET PATCH realm/linkifiers
GET POST realm/filters
PATCH DELETE realm/filters/{}
POST realm/playgrounds
DELETE realm/playgrounds/{}
GET realm/emoji
POST DELETE realm/emoji/{}
GET POST PATCH realm/profile_fields
PATCH DELETE realm/profile_fields/{}
POST realm/test_welcome_bot_custom_message
GET POST export/realm
DELETE export/realm/{}
GET export/realm/consents

POST mobile_push/register
POST mobile_push/test_notification
POST mobile_push/e2ee/test_notification
`
  .split('\n')
  .flatMap((line) => {
    const words = line.split(' ');
    const path = words.pop()!;
    return words.map((method) => `${method} /api/v1/${path}`);
  });
