/** Why a backup or a restore was refused. The message tells what to do instead. */
export abstract class BackupRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** Bytes were changed or are missing since the archive was written. */
export class ArchiveIsDamaged extends BackupRefused {
  constructor(file: string, reason: string) {
    super(`${file} is damaged: ${reason}. Nothing of it was restored.`);
  }
}

export class FileIsNoBackup extends BackupRefused {
  constructor(file: string) {
    super(`${file} is not a backup that Parley made.`);
  }
}

export class ArchiveIsNewer extends BackupRefused {
  constructor(file: string, unknown: string) {
    super(`${file} was made by a newer version of Parley (${unknown}): restore it with that version.`);
  }
}

/** The database contains data; `table` is the one that shows it. */
export class DatabaseIsTaken extends BackupRefused {
  constructor(table: string) {
    super(`The database has an owner already (there are rows in "${table}"). Restore into an empty database.`);
  }
}

export class DatabaseIsForeign extends BackupRefused {
  constructor(table: string) {
    super(`The database holds tables of something else (such as "${table}"). Restore into an empty database.`);
  }
}

export class DatabaseIsNewer extends BackupRefused {
  constructor(migration: string) {
    super(
      `The database has a newer schema than the backup (${migration}), and schemas do not go back. Restore into an empty database; it is brought up to date afterwards.`,
    );
  }
}

export class DatabaseIsNotParleys extends BackupRefused {
  constructor() {
    super('The database holds no tables of Parley: there is nothing to back up.');
  }
}

export class TablesDoNotFit extends BackupRefused {
  constructor(table: string) {
    super(`The backup and its own schema disagree about the table "${table}". The database is as empty as before.`);
  }
}

export class SecretIsMissing extends BackupRefused {
  constructor(path: string) {
    super(
      `There is no secret key: neither PARLEY_SECRET_KEY nor ${path}. A backup without it could not be used; run the command where the server runs.`,
    );
  }
}

export class SecretDiffers extends BackupRefused {
  constructor(place: string) {
    super(
      `${place} is another secret than the backup's, which its bots' keys are sealed with. Remove it, and the backup's is used.`,
    );
  }
}

export class UploadDiffers extends BackupRefused {
  constructor(path: string) {
    super(`${path} is there already and is not what the backup holds. Restore into an empty uploads directory.`);
  }
}

export class UploadIsUnusable extends BackupRefused {
  constructor(path: string, reason: string) {
    super(`${path} among the uploads ${reason}. Remove it, then try again.`);
  }
}

export class TargetIsNoFile extends BackupRefused {
  constructor(path: string) {
    super(`${path} is there and is not a file: choose another name for the backup.`);
  }
}
