import { DomainError } from '@app/kernel';

/** The file is absent or belongs to another user. Both cases get the same answer. */
export class AttachmentIsInvalid extends DomainError {
  constructor() {
    super('Invalid attachment');
  }
}

export class UploadQuotaIsExceeded extends DomainError {
  constructor() {
    super('Upload would exceed your organization’s upload quota.', 'REALM_UPLOAD_QUOTA');
  }
}

/** Absent, or not readable for the caller: 404 for both, and for spectators 403 with the same text. */
export class FileIsNotForYou extends DomainError {
  constructor(private readonly isSpectator: boolean) {
    super(isSpectator ? 'Log in to see this file, if there is one.' : 'There is no such file, or it is not for you.');
  }

  override get status(): number {
    return this.isSpectator ? 403 : 404;
  }
}
