import { avatarUrl, isEmailVisibleTo, minutePrecise, roleFlags, User, Viewer } from '../domain/user';

/** The user object of the interface, as one viewer may see it. */
export interface UserObject {
  user_id: number;
  delivery_email: string | null;
  email: string;
  full_name: string;
  date_joined: string;
  is_active: boolean;
  is_owner: boolean;
  is_admin: boolean;
  is_guest: boolean;
  is_bot: boolean;
  bot_type: number | null;
  /** Of bots only. */
  bot_owner_id?: number | null;
  /** Of the server's own bots only. */
  is_system_bot?: true;
  role: number;
  timezone: string;
  avatar_url: string | null;
  avatar_version: number;
  /** Of people only, and only where it was asked for. */
  profile_data?: Record<string, { value: string; rendered_value?: string }>;
}

interface UserObjectOptions {
  /** The viewer's client computes addresses of pictures itself. */
  clientGravatar: boolean;
  profileData: boolean;
}

export function userObject(user: User, viewer: Viewer, { clientGravatar, profileData }: UserObjectOptions): UserObject {
  return {
    user_id: user.id,
    delivery_email: isEmailVisibleTo(user, viewer) ? user.deliveryEmail : null,
    email: user.email,
    full_name: user.fullName,
    date_joined: minutePrecise(user.joinedAt),
    is_active: user.isActive,
    ...roleFlags(user.role),
    is_bot: user.isBot,
    bot_type: user.botType,
    ...(user.isBot ? { bot_owner_id: user.botOwnerId } : {}),
    ...(user.isSystemBot ? { is_system_bot: true } : {}),
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl(user, viewer, clientGravatar),
    avatar_version: user.avatarVersion,
    ...(profileData && !user.isBot ? { profile_data: {} } : {}),
  };
}
