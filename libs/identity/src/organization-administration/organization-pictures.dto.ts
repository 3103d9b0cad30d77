import { Flag } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

const ADDRESS = { description: "Absolute, or relative to the server's address" };

export class IconResponse {
  @ApiProperty(ADDRESS) icon_url: string;
}

export class LogoRequest {
  @Flag({ doc: 'The one for dark colours.', required: false })
  night = false;
}

export class LogoResponse {
  @ApiProperty({ ...ADDRESS, required: false }) logo_url?: string;
  @ApiProperty({ ...ADDRESS, required: false }) night_logo_url?: string;
}
