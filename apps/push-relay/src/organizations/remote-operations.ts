import { applyDecorators, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { OrganizationGuard } from './organization.guard';

/** A controller of what servers ask the relay: all of it is asked with the credentials of an organization. */
export const RemoteController = () => applyDecorators(Controller('api/v1/remotes'), UseGuards(OrganizationGuard));

/** An operation of it; every one is a POST, and nothing that one makes has an address: 200. */
export const RemoteOperation = (path: string) => applyDecorators(Post(path), HttpCode(200));
