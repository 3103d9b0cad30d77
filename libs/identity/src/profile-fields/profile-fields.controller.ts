import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { ProfileFieldAdministration } from './profile-field-administration.service';
import { profileFieldObject } from './profile-field.client-events';
import { profileFieldIdIn } from './profile-field-id.parameter';
import {
  ChangeProfileFieldRequest,
  CreateProfileFieldRequest,
  CreateProfileFieldResponse,
  profileFieldPatchIn,
  ListProfileFieldsResponse,
  ReorderProfileFieldsRequest,
} from './profile-fields.dto';

const SECTION = 'docs/protocol/organizations.md';
const TAG = 'custom profile fields';

@Controller('api/v1')
export class ProfileFieldsController {
  constructor(private readonly fields: ProfileFieldAdministration) {}

  @Operation('GET', 'realm/profile_fields', {
    summary: 'Get custom profile fields',
    section: SECTION,
    tag: TAG,
    response: ListProfileFieldsResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListProfileFieldsResponse> {
    return { custom_fields: (await this.fields.list(actor)).map(profileFieldObject) };
  }

  @Operation('POST', 'realm/profile_fields', {
    summary: 'Add a custom profile field',
    section: SECTION,
    tag: TAG,
    request: CreateProfileFieldRequest,
    response: CreateProfileFieldResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async add(
    @CurrentActor() actor: Actor,
    @Parameters() request: CreateProfileFieldRequest,
  ): Promise<CreateProfileFieldResponse> {
    return { id: await this.fields.add(actor, request.field_type, profileFieldPatchIn(request)) };
  }

  @Operation('PATCH', 'realm/profile_fields', {
    summary: 'Reorder custom profile fields',
    section: SECTION,
    tag: TAG,
    request: ReorderProfileFieldsRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async reorder(@CurrentActor() actor: Actor, @Parameters() request: ReorderProfileFieldsRequest): Promise<object> {
    await this.fields.reorder(actor, request.order);
    return {};
  }

  @Operation('PATCH', 'realm/profile_fields/:field_id', {
    summary: 'Change a custom profile field',
    section: SECTION,
    tag: TAG,
    request: ChangeProfileFieldRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @Param('field_id') id: string,
    @Parameters() request: ChangeProfileFieldRequest,
  ): Promise<object> {
    await this.fields.change(actor, profileFieldIdIn(id), profileFieldPatchIn(request));
    return {};
  }

  @Operation('DELETE', 'realm/profile_fields/:field_id', {
    summary: "Remove a custom profile field with everybody's values",
    section: SECTION,
    tag: TAG,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async remove(@CurrentActor() actor: Actor, @Param('field_id') id: string): Promise<object> {
    await this.fields.remove(actor, profileFieldIdIn(id));
    return {};
  }
}
