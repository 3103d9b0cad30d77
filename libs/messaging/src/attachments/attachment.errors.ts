import { DomainError } from '@app/kernel';

/** Absent and somebody else's answer alike. */
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

/** Absent, or not for whoever asks: 404 for both, or with the same words for strangers 403. */
export class FileIsNotForYou extends DomainError {
  constructor(private readonly isStranger: boolean) {
    super(isStranger ? 'Log in to see this file, if there is one.' : 'There is no such file, or it is not for you.');
  }

  override get status(): number {
    return this.isStranger ? 403 : 404;
  }
}
