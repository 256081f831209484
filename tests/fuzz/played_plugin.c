/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The plugin of the target `plugin`: calls what a plugin may call, in the order that an input says (plugin.cpp). What
 * it gives is its own to give: strings end, buffers are as long as it says, objects are there. */
#include <GL/gl.h>
#include <plugins/physics.h>

/* plugin.cpp's: bytes of the input, zeros behind its end. */
void lightsout_fuzz_take(void* to, size_t size);
int lightsout_fuzz_is_over(void);

static dBodyID body, other;
static dGeomID geom;
static dJointID joint;
static char text[256];

static unsigned char take_byte() {
  unsigned char byte;
  lightsout_fuzz_take(&byte, sizeof byte);
  return byte;
}
static dReal take_number() {
  dReal number;
  const unsigned char kind = take_byte();
  if (kind < 240) return (kind - 120) / 8.0;
  lightsout_fuzz_take(&number, sizeof number);
  return number;
}
static const char* take_text() {
  static const char* const known[] = {"BALL", "R", "R.ARM", "FLOOR", "OTHER", "R.JOINT.ARM", "", ".", "A..B"};
  const unsigned char kind = take_byte();
  if (kind < sizeof known / sizeof known[0]) return known[kind];
  lightsout_fuzz_take(text, kind);
  text[kind] = 0;
  return text;
}

static void drop_joint() {
  if (joint) dJointDestroy(joint);
  joint = 0;
}

static void act() {
  int size;
  for (int calls = take_byte() % 16; calls > 0 && !lightsout_fuzz_is_over(); --calls) switch (take_byte() % 18) {
      case 0:
        other = body;
        body = dWebotsGetBodyFromDEF(take_text());
        break;
      case 1:
        geom = dWebotsGetGeomFromDEF(take_text());
        break;
      case 2: {
        const int channel = (int)take_number();
        dWebotsSend(channel, take_text(), 1 + take_byte());
        break;
      }
      case 3: {
        const char* got = (const char*)dWebotsReceive(take_byte() % 2 ? &size : 0);
        if (got && strlen(got) > 1 << 20) abort();
        break;
      }
      case 4:
        dWebotsConsolePrintf("%s %g", take_text(), dWebotsGetTime());
        break;
      case 5:
        if (body) dBodyAddForce(body, take_number(), take_number(), take_number());
        break;
      case 6:
        if (body) dBodySetPosition(body, take_number(), take_number(), take_number());
        break;
      case 7:
        if (body) dBodySetAngularVel(body, take_number(), take_number(), take_number());
        break;
      case 8:
        if (body) dBodyDisable(body);
        break;
      case 9:
        if (body) dBodyEnable(body);
        break;
      case 10:
        if (body) take_byte() % 2 ? dBodySetKinematic(body) : dBodySetDynamic(body);
        break;
      case 11: {
        dMass mass;
        dMassSetBox(&mass, 1, 1, 1, 1);
        dMassAdjust(&mass, take_number());
        if (body) dBodySetMass(body, &mass);
        break;
      }
      case 12:
        drop_joint();
        if (!body || body == other) break;
        joint = take_byte() % 2 ? dJointCreateHinge(dBodyGetWorld(body), 0) : dJointCreateBall(dBodyGetWorld(body), 0);
        dJointAttach(joint, body, other);
        break;
      case 13:
        if (!joint || dJointGetType(joint) != dJointTypeHinge) break;
        dJointSetHingeAnchor(joint, take_number(), take_number(), take_number());
        dJointSetHingeAxis(joint, take_number(), take_number(), take_number());
        dJointSetHingeSuspensionAxis(joint, take_number(), take_number(), take_number());
        break;
      case 14:
        drop_joint();
        break;
      case 15:
        if (geom) take_byte() % 2 ? dGeomDisable(geom) : dGeomEnable(geom);
        break;
      case 16:
        if (geom) dGeomSetCategoryBits(geom, take_byte());
        break;
      default:
        if (body) dBodySetGravityMode(body, take_byte() % 2);
    }
}

void webots_physics_init() {
  body = other = 0;
  geom = 0;
  joint = 0;
  act();
}
void webots_physics_step() { act(); }
void webots_physics_step_end() { act(); }
int webots_physics_collide(dGeomID one, dGeomID two) {
  dContact contact;
  const unsigned char kind = take_byte();
  if (kind % 8 != 1) return kind % 4;
  memset(&contact, 0, sizeof contact);
  contact.surface.mu = take_number();
  if (dCollide(one, two, 1, &contact.geom, sizeof contact.geom) > 0)
    dJointAttach(dJointCreateContact(dBodyGetWorld(dGeomGetBody(one) ? dGeomGetBody(one) : dGeomGetBody(two)),
                                     dWebotsGetContactJointGroup(), &contact),
                 dGeomGetBody(one), dGeomGetBody(two));
  return 1;
}
void webots_physics_cleanup() {}

void webots_physics_draw(int pass, const char* view) {
  (void)pass, (void)view;
  for (int calls = take_byte() % 32; calls > 0 && !lightsout_fuzz_is_over(); --calls) switch (take_byte() % 12) {
      case 0:
        glBegin(take_byte() % 16);
        break;
      case 1:
        glEnd();
        break;
      case 2:
        glColor4d(take_number(), take_number(), take_number(), take_number());
        break;
      case 3:
        glPushMatrix();
        break;
      case 4:
        glPopMatrix();
        break;
      case 5:
        glTranslated(take_number(), take_number(), take_number());
        break;
      case 6:
        glRotated(take_number(), take_number(), take_number(), take_number());
        break;
      case 7:
        glScaled(take_number(), take_number(), take_number());
        break;
      case 8:
        glPointSize((float)take_number());
        break;
      case 9:
        glLoadIdentity();
        break;
      default:
        glVertex3d(take_number(), take_number(), take_number());
    }
}
