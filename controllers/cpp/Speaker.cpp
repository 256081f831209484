// Speaker: the functions of speaker.h.
#include <webots/speaker.h>

#include <webots/Speaker.hpp>

#include "controllers/cpp/text.h"

namespace webots {

void Speaker::playSound(Speaker* left, Speaker* right, const std::string& sound, double volume, double pitch,
                        double balance, bool loop) {
  wb_speaker_play_sound(WbDeviceTag(left ? left->getTag() : 0), WbDeviceTag(right ? right->getTag() : 0), sound.c_str(),
                        volume, pitch, balance, loop);
}
bool Speaker::isSoundPlaying(const std::string& sound) const {
  return wb_speaker_is_sound_playing(getTag(), sound.c_str());
}
void Speaker::stop(const std::string& sound) { wb_speaker_stop(getTag(), sound.c_str()); }
bool Speaker::setEngine(const std::string& engine) { return wb_speaker_set_engine(getTag(), engine.c_str()); }
bool Speaker::setLanguage(const std::string& language) { return wb_speaker_set_language(getTag(), language.c_str()); }
std::string Speaker::getEngine() { return text(wb_speaker_get_engine(getTag())); }
std::string Speaker::getLanguage() { return text(wb_speaker_get_language(getTag())); }
void Speaker::speak(const std::string& text, double volume) { wb_speaker_speak(getTag(), text.c_str(), volume); }
bool Speaker::isSpeaking() const { return wb_speaker_is_speaking(getTag()); }

}  // namespace webots
